import { ButtonLink } from './button.tsx';
import { CentredPage, PageTitle } from './page.tsx';
import { useTitle } from './use-title.ts';

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  /** Text of the link to the start page. */
  readonly home: string;
}

export function MessagePage({ title, text, home }: MessagePageProps) {
  useTitle(title);
  return (
    <CentredPage>
      <PageTitle>{title}</PageTitle>
      <p className="soft">{text}</p>
      <ButtonLink to="/">{home}</ButtonLink>
    </CentredPage>
  );
}
