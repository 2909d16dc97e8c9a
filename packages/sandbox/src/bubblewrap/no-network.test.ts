import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { type BoxedScene, createBoxedScene } from './__fixtures__/boxed-scene.ts'

let boxed: BoxedScene
beforeEach(() => {
  boxed = createBoxedScene()
})
afterEach(() => boxed[Symbol.asyncDispose]())

describeWithProgram('bwrap', 'the network is held back by a namespace and a filter', () => {
  describe('the network', () => {
    const connect = (target: string) =>
      `const s = require('net').connect(${target}, () => { console.log('CONNECTED'); process.exit() })
       s.on('error', (error) => { console.log(error.code); process.exit() })`

    test('is absent: neither this machine nor any other is reached, by TCP, UDP or name', async () => {
      const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      try {
        for (const target of [`${port}, '127.0.0.1'`, "53, '1.1.1.1'", "80, '169.254.169.254'", `${port}, '::1'`]) {
          const { stdout } = await boxed.run(['node', '-e', connect(target)])
          expect(Buffer.from(stdout.head).toString()).toMatch(/^E/)
        }
        const udp = `const s = require('dgram').createSocket('udp4')
          s.send('x', 53, '1.1.1.1', (error) => { console.log(error?.code); s.close() })`
        expect(Buffer.from((await boxed.run(['node', '-e', udp])).stdout.head).toString()).toMatch(/^E/)
      } finally {
        server.close()
      }
    })

    test('has no Unix sockets, by path or by abstract name, while pairs of sockets work', async () => {
      const path = join(boxed.workspace, 'service.sock')
      const server = createServer((socket) => socket.end('owned')).listen(path)
      const hidden = createServer((socket) => socket.end('owned')).listen(`\0drawbridge-${process.pid}`)
      await new Promise((resolve) => hidden.once('listening', resolve))
      try {
        for (const target of [`'service.sock'`, `'\\0drawbridge-${process.pid}'`]) {
          const { stdout } = await boxed.run(['node', '-e', connect(target)])
          expect(Buffer.from(stdout.head).toString()).toMatch(/^E(PERM|ACCES)/)
        }
        const pair = `require('child_process').execFile('echo', ['pair'], (error, out) => console.log(error ?? out))`
        expect(Buffer.from((await boxed.run(['node', '-e', pair])).stdout.head).toString()).toContain('pair')
      } finally {
        server.close()
        hidden.close()
      }
    })

    test('inside is one of its own, where servers of tests work', async () => {
      const source = `const s = require('net').createServer((c) => c.end('own')).listen(0, '127.0.0.1', () => {
        require('net').connect(s.address().port, '127.0.0.1').on('data', (d) => { console.log(String(d)); process.exit() }) })`
      expect(Buffer.from((await boxed.run(['node', '-e', source])).stdout.head).toString()).toBe('own\n')
    })
  })
})
