import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { reportLife } from './report-life.ts'

test('a long command reports every five seconds that it runs, with its last line, and no longer when it is over', async () => {
  const clock = createFakeClock()
  const messages: string[] = []
  const life = reportLife({ clock, progress: ({ message }) => void messages.push(message) })
  await clock.advance(5_000)
  life.note(Buffer.from('step 1\nstep 2\n'))
  await clock.advance(5_000)
  life[Symbol.dispose]()
  await clock.advance(60_000)
  expect(messages).toEqual(['Running for 5 s.', 'Running for 10 s: step 2'])
})
