import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createScene } from '../__fixtures__/scene.ts'
import { tryBubblewrap } from './try-bubblewrap.ts'

test('a bubblewrap that is too old or does not work says so, with the way out', async () => {
  using scene = createScene()
  const program = (name: string, text: string) => {
    const file = scene.file(`outside/bin/${name}`, text)
    chmodSync(file, 0o755)
    return file
  }
  expect(await tryBubblewrap(program('old', '#!/bin/sh\necho --bind SRC DEST\n'))).toMatchObject({
    reason: expect.stringContaining('Update it'),
  })
  expect(await tryBubblewrap(program('bwrap', '#!/bin/sh\nexit 1\n'))).toMatchObject({ status: 'fails' })
})
