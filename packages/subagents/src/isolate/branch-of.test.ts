import { expect, test } from 'vitest'
import { branchOf } from './branch-of.ts'

test.each([
  ['Fix: the sum!', 'drawbridge/fix-the-sum-0123abcd'],
  ['../../HEAD.lock', 'drawbridge/head-lock-0123abcd'],
  ['数据库', 'drawbridge/child-0123abcd'],
  ['-x'.repeat(60), 'drawbridge/x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-0123abcd'],
])('the branch of a child named %j is one that git accepts', (label, branch) => {
  expect(branchOf({ id: 'sub_0123abcdef', label })).toBe(branch)
})
