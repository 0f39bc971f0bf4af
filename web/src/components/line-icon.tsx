interface LineIconProps {
  readonly name: string;
  readonly path: string;
  /** Width and height in pixels. @default 20 */
  readonly size?: number;
}

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
