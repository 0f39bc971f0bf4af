import type { ReactNode } from 'react';

interface ChatHeaderProps {
  readonly title: string;
  /** What can be done with the open chat; stands at the header's end. */
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
