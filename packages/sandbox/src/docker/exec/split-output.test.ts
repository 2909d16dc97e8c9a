import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { splitOutput } from './split-output.ts'

function frame(stream: 1 | 2, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header[0] = stream
  header.writeUInt32BE(content.length, 4)
  return Buffer.concat([header, content])
}

test('many frames in one piece wait for room once, and all of them arrive', async () => {
  const socket = new Socket()
  const pieces = Array.from({ length: 40 }, () => frame(1, Buffer.alloc(8 * 1024, 'x')))
  const output = splitOutput({ socket, head: Buffer.concat([...pieces, frame(2, Buffer.from('e'))]) })
  expect(output.stdout.listenerCount('drain')).toBe(1)
  expect(socket.isPaused()).toBe(true)
  socket.emit('end')
  let bytes = 0
  for await (const chunk of output.stdout) bytes += (chunk as Buffer).length
  expect(bytes).toBe(40 * 8 * 1024)
  expect(await output.ended).toBe('whole')
  output.release()
})
