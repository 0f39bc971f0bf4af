import { send } from '../e2e/fixtures.ts';
import type { Session } from './picture-session.ts';

const FLOW = `flowchart TD
  A[Start of the day] --> B{Does it rain?}
  B -->|yes| C[Tile museum]
  B -->|no| D[Alfama on foot]
  C --> E[Dinner in the harbour]
  D --> E`;
const SEQUENCE = `sequenceDiagram
  participant B as Browser
  participant G as Gateway
  participant W as Worker
  B->>G: chat
  G->>W: invoke
  W-->>B: tokens of the reply
  Note over B,W: The connection stays open`;
const LANES = `flowchart LR
  A[Ask for a quote] --> B[Compare the offers] --> C[Choose a supplier] --> D[Sign the contract] --> E[Receive the goods] --> F[Pay the invoice]`;

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n\n`;

/** Takes pictures of diagrams in replies: the source with its button, three drawn diagrams, and one with a mistake. */
export async function diagramScreens({ page, stack, shoot }: Session): Promise<void> {
  const last = () => page.getByRole('log').getByRole('article').last();
  const ask = async (name: string, ...sources: readonly string[]) => {
    stack.replyWith(`Here it is:\n\n${sources.map(fence).join('')}That is all.`);
    await send(page, `Draw the ${name}, please.`);
    await last().getByText('That is all.').waitFor();
  };
  await ask('day', FLOW);
  await shoot('diagram-source');
  for (const [name, source] of Object.entries({ flow: FLOW, sequence: SEQUENCE, lanes: LANES })) {
    if (name !== 'flow') await ask(name, source);
    await last().getByRole('button', { name: 'Show diagram' }).click();
    await last().getByTitle('Diagram', { exact: true }).contentFrame().locator('#diagram > svg').waitFor();
    await last().getByText('That is all.').scrollIntoViewIfNeeded();
    await shoot(`diagram-${name}`);
  }
  await ask('mistake', 'flowchart TD\n  A[Start --> B');
  await last().getByRole('button', { name: 'Show diagram' }).click();
  await last().getByRole('alert').waitFor();
  await shoot('diagram-mistake');
  stack.replyWith('A plain reply.');
}
