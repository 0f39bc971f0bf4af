import { chatCopy, messageCopy } from '../copy.ts';
import type { Conversation } from '../model/conversation.ts';

/** Ways to begin, under the welcome message, until something has been asked. */
export function WelcomeActions({ conversation }: { readonly conversation: Conversation }) {
  return (
    <fieldset className="welcome-actions">
      <legend className="visually-hidden">{messageCopy.suggestionsLabel}</legend>
      {messageCopy.suggestions.map((suggestion) => (
        <button
          key={suggestion}
          type="button"
          className="button welcome-suggestion"
          onClick={() => conversation.actions.send(suggestion)}
        >
          {suggestion}
        </button>
      ))}
      <button type="button" className="button button-plain" onClick={() => conversation.actions.skip()}>
        {chatCopy.conversation.skip}
      </button>
    </fieldset>
  );
}
