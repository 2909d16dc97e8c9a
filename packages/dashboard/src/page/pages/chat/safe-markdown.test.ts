import { expect, it } from 'vitest'
import { blocksOf } from './safe-markdown.tsx'

it('keeps markup of HTML as text', () => {
  expect(blocksOf('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }])
})

it('ends code that was never closed at the end of the text', () => {
  expect(blocksOf('a\n```\nrm\n')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'code', text: 'rm\n' },
  ])
})

it('reads lists and headings', () => {
  expect(blocksOf('# Title\n- one\n- two\nend')).toEqual([
    { kind: 'heading', text: 'Title' },
    { kind: 'list', items: ['one', 'two'] },
    { kind: 'text', text: 'end' },
  ])
})
