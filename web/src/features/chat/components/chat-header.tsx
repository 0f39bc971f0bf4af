import type { ReactNode } from 'react';

interface ChatHeaderProps {
  readonly title: string;
  /** Actions on the open chat, at the header's end. */
  readonly children?: ReactNode;
}

/** The name of the open chat, above its messages. */
export function ChatHeader({ title, children }: ChatHeaderProps) {
  return (
    <header className="chat-header">
      <h1 className="chat-title" dir="auto" title={title}>
        {title}
      </h1>
      <div className="chat-header-actions">{children}</div>
    </header>
  );
}
