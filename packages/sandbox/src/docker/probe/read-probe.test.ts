import { expect, test } from 'vitest'
import { readProbe } from './read-probe.ts'

const context = {
  memoryBytes: 1024,
  processes: 64,
  engine: { name: 'Podman 4', limitsMemory: true, limitsProcesses: false },
}
const walls = 'CapEff: 0000000000000000\nNoNewPrivs: 1\nSeccomp: 2\ninterface lo\n'
const held = (printed: string) =>
  Object.entries(readProbe(printed, context)).flatMap(([name, state]) => (state.held ? [name] : []))

test('what a container finds as asked for is held', () => {
  expect(held(`memory 1024\npids 64\n${walls}done\n`)).toEqual(['fs-read', 'fs-write', 'net', 'pids', 'memory'])
})

test('a limit that is another is not', () => {
  expect(held(`memory max\npids 64\n${walls}done\n`)).toEqual(['fs-read', 'fs-write', 'net', 'pids'])
})

test('where a container sees none the engine is believed, either way', () => {
  expect(held(`${walls}done\n`)).toEqual(['fs-read', 'fs-write', 'net', 'memory'])
})

test.each([
  ['a writable root', `writable /\n${walls}`],
  ['capabilities', walls.replace('0000000000000000', '00000000a80425fb')],
  ['a way to privileges', walls.replace('NoNewPrivs: 1', 'NoNewPrivs: 0')],
])('%s leaves no file system held', (_what, said) => {
  expect(held(`memory 1024\npids 64\n${said}done\n`)).toEqual(['net', 'pids', 'memory'])
})

test('an unexpected network is reported', () => {
  expect(readProbe(`${walls}interface eth0\ndone\n`, context).net).toMatchObject({ held: false })
})

test('a probe that was cut holds nothing', () => {
  expect(held(walls)).toEqual([])
})
