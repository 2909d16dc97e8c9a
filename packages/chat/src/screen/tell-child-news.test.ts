import type { Child, ChildState, LoopEvent } from '@drawbridge/core/agent'
import { expect, test } from 'vitest'
import { startScreen } from './screen.ts'
import { tellChildNews } from './tell-child-news.ts'

const fresh = startScreen({ model: 'scripted', mode: 'default', session: 's', tokens: 0 }, 80)

function child(path: readonly string[], state: ChildState = 'running'): Child {
  const counts = { runs: 1, turns: 2, calls: 1, tokens: 900, createdAt: 0, depth: path.length }
  const names = { id: path.join('/'), label: path.at(-1) ?? '', task: '', parent: 's', root: 's', path }
  return { ...names, ...counts, role: 'sub', state, text: '', artifacts: [] }
}

const started: LoopEvent = {
  type: 'call.started',
  call: 'c',
  tool: 'fs.read_file',
  input: { path: 'a.ts' },
  permission: 'readonly',
  risk: 'safe',
}

test('a child stands behind the one that started it, with what it does, and leaves with a note of its end', () => {
  const news = [
    { child: child(['a'], 'pending') },
    { child: child(['b']) },
    { child: child(['a', 'below']) },
    { child: child(['a', 'below']), event: started },
  ]
  const screen = news.reduce(tellChildNews, fresh)
  expect(screen.children.map(({ path, state, doing }) => [path.join(' '), state, doing])).toEqual([
    ['a', 'pending', undefined],
    ['a below', 'running', 'fs.read_file a.ts'],
    ['b', 'running', undefined],
  ])
  const ended = tellChildNews(screen, { child: child(['a', 'below'], 'timed_out') })
  expect(ended.children).toHaveLength(2)
  expect(ended.entries).toMatchObject([{ text: 'Child a › below timed out: 2 requests, 900 tokens', tone: 'notice' }])
})
