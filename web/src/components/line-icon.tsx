interface LineIconProps {
  readonly name: string;
  readonly path: string;
  /** @default 20 */
  readonly size?: number;
}

/** Line icon on a 24 unit grid. It is decoration, so it is hidden from assistive technology. */
export function LineIcon({ name, path, size = 20 }: LineIconProps) {
  return (
    <svg
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

const ADD_CHAT = 'M12 5H6a2 2 0 0 0-2 2v12l4-3h10a2 2 0 0 0 2-2v-2M18 3v6M15 6h6';

export const AddChatIcon = () => <LineIcon name="add-chat" path={ADD_CHAT} />;
