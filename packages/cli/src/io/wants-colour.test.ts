import { expect, test } from 'vitest'
import { wantsColour } from './wants-colour.ts'

test.each([
  ['a terminal', true, {}, true],
  ['no terminal', false, {}, false],
  ['a terminal that cannot show any', true, { TERM: 'dumb' }, false],
  ['NO_COLOR on a terminal', true, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['FORCE_COLOR without a terminal', false, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0 on a terminal', true, { FORCE_COLOR: '0' }, false],
  ['NO_COLOR against FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
] as const)('%s', (_, isTerminal, environment, colour) => {
  expect(wantsColour(isTerminal, environment)).toBe(colour)
})
