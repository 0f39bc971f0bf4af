/**
 * Prints the tables of docs/scaling.md: the load of 100, 10,000 and 1,000,000 daily users in their busiest hour, and
 * the number of daily users at which each limit is reached. `node bench/scaling-tables.ts`
 */
import { demandRows, limitRows } from './cost/quoted-tables.ts';

console.log('At the worst moment of the busiest hour: users a day 100 | 10,000 | 1,000,000');
for (const row of demandRows()) console.log(row);
console.log(
  '\nLimit | value | reached at so many users a day with replies of 8 s | 20 s | 60 s | what moves it',
);
for (const row of limitRows()) console.log(row);
