export type ImportProblem =
  | 'notAnExport'
  | 'cutShort'
  | 'zipBroken'
  | 'zipEncrypted'
  | 'zipTooLarge'
  | 'zipBomb'
  | 'tooManyChats'
  | 'unreadable';

export class ImportFailure extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'ImportFailure';
    this.problem = problem;
  }
}
