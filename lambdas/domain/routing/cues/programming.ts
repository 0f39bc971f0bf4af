/** Names and words of programming, which are the same in every language. */
import type { CueTable } from './types.ts';

export const PROGRAMMING: CueTable = {
  code: [
    [
      4,
      'javascript|typescript|kotlin|c++|c#|golang|php|nodejs|numpy|pandas|postgres|postgresql|mysql|kubernetes',
    ],
    [
      4,
      'dockerfile|eslint|vitest|pytest|useeffect|usestate|nullpointerexception|indexerror|traceback|npm|sql',
    ],
    [
      4,
      'in python|in java|in rust|in go|in c|in ruby|in swift|auf python|en python|em python|на python|на c++',
    ],
    [
      4,
      'in c#|in react|python function|python script|react app|en java|em java|node app|en c|i18next|на java',
    ],
    [3, 'react|docker|html|css|git|django|flask|fastapi|redis|terraform|github|webpack|vue|angular|spring'],
    [3, 'crashloopbackoff|eresolve|modulenotfounderror|fetch|bash|linux|android|graphql|oauth|mongodb|jpeg'],
    [2, 'python|java|node|rest|json|yaml|api|http|cpp|perl|backend|frontend|swift ui|jquery|join'],
    [1, 'rust|go|swift|ruby|shell|scala'],
    [-3, 'about python|python as|a python|java coffee|rust off|java first|get rust|the swift|about java*'],
  ],
};
