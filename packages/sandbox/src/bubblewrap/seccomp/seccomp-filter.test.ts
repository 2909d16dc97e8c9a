import { describe, expect, test } from 'vitest'
import { assembleFilter, type FilterInstruction } from './filter-instruction.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { auditArchitecture, judgedCalls, modeCalls, numberOf, refusedCalls } from './system-calls.ts'

const allowed = 0x7fff_0000
const killed = 0x8000_0000
const refused = (errno: number) => 0x0005_0000 | errno

/** What the kernel does with a filter: the few instructions that ours have. */
function judge(program: readonly FilterInstruction[], words: ReadonlyMap<number, number>): number {
  let value = 0
  for (let at = 0; at < program.length; at += 1) {
    const step = program[at]
    if (step === undefined) break
    const jump = (holds: boolean) => {
      at += holds ? step.jumpTrue : step.jumpFalse
    }
    if (step.code === 0x20) value = words.get(step.value) ?? 0
    else if (step.code === 0x54) value = (value & step.value) >>> 0
    else if (step.code === 0x15) jump(value === step.value)
    else if (step.code === 0x35) jump(value >= step.value)
    else if (step.code === 0x45) jump((value & step.value) !== 0)
    else if (step.code === 0x06) return step.value
    else throw new Error(`No instruction has the code ${step.code}.`)
  }
  throw new Error('The filter ends without a verdict.')
}

describe.each(['x64', 'arm64'] as const)('the filter for %s', (architecture) => {
  const on = (number: number | undefined, args: readonly number[] = [], unixSockets = false) => {
    const words = new Map<number, number>([[0, number ?? -1] as const, [4, auditArchitecture[architecture]] as const])
    for (const [index, value] of args.entries()) words.set(16 + 8 * index, value)
    return judge(seccompFilter({ architecture, unixSockets }), words)
  }
  const call = (name: keyof typeof judgedCalls) => numberOf(judgedCalls[name], architecture)

  test('refuses what no sandboxed program needs', () => {
    for (const numbers of Object.values(refusedCalls)) {
      const number = numberOf(numbers, architecture)
      if (number !== undefined) expect(on(number)).toBe(refused(1))
    }
  })

  test('allows reading, writing and opening', () => {
    for (const number of architecture === 'x64' ? [0, 1, 2, 257, 59, 57] : [63, 64, 56, 221]) {
      expect(on(number)).toBe(allowed)
    }
  })

  test('kills what calls as another processor, also as x32', () => {
    const words = new Map([[0, 1] as const, [4, 0x4000_0003] as const])
    expect(judge(seccompFilter({ architecture, unixSockets: false }), words)).toBe(killed)
    if (architecture === 'x64') expect(on(0x4000_0000 + 165)).toBe(killed)
  })

  test('lets threads and processes be made, but no namespaces', () => {
    expect(on(call('clone'), [0x003d_0f00])).toBe(allowed)
    for (const flag of [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]) {
      expect(on(call('clone'), [flag | 17])).toBe(refused(1))
    }
    expect(on(call('clone3'))).toBe(refused(38))
  })

  test('keeps from typing into a terminal and from odd personalities', () => {
    expect([on(call('ioctl'), [0, 0x5401]), on(call('personality'), [0xffff_ffff])]).toEqual([allowed, allowed])
    expect([on(call('ioctl'), [0, 0x5412]), on(call('ioctl'), [0, 0x541c])]).toEqual([refused(1), refused(1)])
    expect(on(call('personality'), [0x40_0000])).toBe(refused(1))
  })

  test('gives internet sockets and questions about addresses, and no others', () => {
    const stream = 0x8_0001
    expect([on(call('socket'), [2, stream]), on(call('socket'), [10, 2])]).toEqual([allowed, allowed])
    expect([on(call('socket'), [16, 3, 0]), on(call('socket'), [16, 0x8_0003, 0])]).toEqual([allowed, allowed])
    expect([on(call('socket'), [2, 3]), on(call('socket'), [16, 3, 9])]).toEqual([refused(1), refused(1)])
    expect([on(call('socket'), [17, 2]), on(call('socket'), [40, 1])]).toEqual([refused(97), refused(97)])
  })

  test('gives Unix sockets only where they are wanted', () => {
    expect([on(call('socket'), [1, 1]), on(call('socket'), [1, 1], true)]).toEqual([refused(1), allowed])
  })

  test('gives pairs of sockets that stay with each other, and none that reach others by a name', () => {
    const pair = (kind: number, unixSockets = false, kin = 1) => on(call('socketpair'), [kin, kind], unixSockets)
    for (const kind of [1, 5, 0x8_0001, 0x8_0805]) expect(pair(kind)).toBe(allowed)
    for (const kind of [2, 3, 0x8_0002, 0x803]) expect([pair(kind), pair(kind, true)]).toEqual([refused(1), allowed])
    expect(pair(1, false, 30)).toBe(refused(97))
  })

  test('lets no file be made, or become, one that runs as its owner or group', () => {
    for (const { numbers, mode, ...rest } of Object.values(modeCalls)) {
      const number = numberOf(numbers, architecture)
      if (number === undefined) continue
      const given = (value: number, flags = 0) => {
        const args = [0, 0, 0, 0]
        args[mode] = value
        if ('flags' in rest) args[rest.flags] = flags
        return on(number, args)
      }
      const making = 0x8_0041
      expect([given(0o1777, making), given(0o644, making)]).toEqual([allowed, allowed])
      for (const value of [0o4755, 0o2755, 0o10_6755]) expect(given(value, making)).toBe(refused(1))
      // Without a flag that makes a file, what stands in the place of the mode is whatever was there before.
      if ('flags' in rest) expect([given(0o4755), given(0o4755, 0x41_0002)]).toEqual([allowed, refused(1)])
    }
    expect(on(call('openat2'))).toBe(refused(38))
  })

  test('is short enough for the kernel, and eight bytes for each step', () => {
    const program = seccompFilter({ architecture, unixSockets: true })
    expect(program.length).toBeLessThan(4096)
    expect(assembleFilter(program)).toHaveLength(program.length * 8)
    expect([...assembleFilter(program).subarray(0, 8)]).toEqual([0x20, 0, 0, 0, 4, 0, 0, 0])
  })
})
