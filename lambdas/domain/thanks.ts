/** Answer of the assistant to a chat's first like (docs/spec.md 4.7); never sent to a model. */
export const THANKS_TEXT = "I'm glad that helped, and thank you for letting me know!";
