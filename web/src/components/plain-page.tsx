import { Link } from './link.tsx';
import { useTitle } from './use-site-config.ts';

interface PlainPageProps {
  readonly title: string;
  readonly text: string;
  /** Of the way back to the start. */
  readonly home: string;
}

/** A page that says one thing, and leads back to the start. */
export function PlainPage({ title, text, home }: PlainPageProps) {
  useTitle(title);
  return (
    <main id="content" className="centred">
      <h1 className="page-title">{title}</h1>
      <p className="soft">{text}</p>
      <Link className="button" to="/">
        {home}
      </Link>
    </main>
  );
}
