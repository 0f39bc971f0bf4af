import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { cacheParsedExpressions, type ParseContext, type Parser } from './cache-parsed-expressions.ts';

const load = createRequire(import.meta.url);
const plain: Parser = load('dynalite/db/updateParser');
const remembered: Parser = { parse: plain.parse };
cacheParsedExpressions(remembered);

const UPDATE = 'SET pending = :pending, #next = #next + :two REMOVE old';

function givenContext(id: string, count = '2'): ParseContext {
  const context = {
    attrNames: { '#next': 'nextIndex' },
    attrVals: { ':pending': { M: { id: { S: id } } }, ':two': { N: count } },
    unusedAttrNames: { '#next': true as const },
    unusedAttrVals: { ':pending': true as const, ':two': true as const },
  };
  return Object.assign(context, { isReserved: () => false });
}
const parse = (parser: Parser, context: ParseContext) => parser.parse(UPDATE, { context });

describe('a remembered expression', () => {
  it('has the values of its own call', () => {
    parse(remembered, givenContext('first'));
    const context = givenContext('second', '7');
    expect(parse(remembered, context)).toEqual(parse(plain, givenContext('second', '7')));
    expect([context.unusedAttrNames, context.unusedAttrVals]).toEqual([{}, {}]);
  });

  it('is not changed by what is done to a result', () => {
    const { sections } = parse(remembered, givenContext('a')) as { sections: { val: unknown }[] };
    for (const section of sections) section.val = 'overwritten';
    expect(parse(remembered, givenContext('b'))).toEqual(parse(plain, givenContext('b')));
  });

  it('is refused each time without its names, and accepted with them', () => {
    const without = { ...givenContext('a'), attrNames: {} };
    for (const _ of ['once', 'again']) expect(parse(remembered, without)).toMatch('not defined');
    expect(parse(remembered, givenContext('a'))).toMatchObject({
      paths: [['pending'], ['nextIndex'], ['old']],
    });
  });
});
