import { ButtonLink } from './button.tsx';
import { CentredPage, PageTitle } from './page.tsx';
import { useTitle } from './use-site-config.ts';

interface PlainPageProps {
  readonly title: string;
  readonly text: string;
  /** Text of the way back to the start. */
  readonly home: string;
}

/** A page that says one thing, and leads back to the start. */
export function PlainPage({ title, text, home }: PlainPageProps) {
  useTitle(title);
  return (
    <CentredPage>
      <PageTitle>{title}</PageTitle>
      <p className="soft">{text}</p>
      <ButtonLink to="/">{home}</ButtonLink>
    </CentredPage>
  );
}
