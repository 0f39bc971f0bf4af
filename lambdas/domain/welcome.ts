/** The assistant's first message in a new chat (docs/spec.md 4.8); never sent to a model. */
export function welcomeText(productName: string, userName: string | undefined): string {
  const greeting = userName ? `Hello ${userName}!` : 'Hello!';
  return `${greeting} I'm ${productName}. Ask me anything: a question, a draft to improve, code to explain, a plan to make.`;
}
