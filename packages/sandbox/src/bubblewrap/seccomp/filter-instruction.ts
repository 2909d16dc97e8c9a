/** One instruction of the kernel's classic packet filter, which also judges system calls. */
export interface FilterInstruction {
  readonly code: number
  /** The number of instructions to skip if the comparison is true, and if it is false. */
  readonly jumpTrue: number
  readonly jumpFalse: number
  readonly value: number
}

const codes = { load: 0x20, and: 0x54, ifEqual: 0x15, ifAtLeast: 0x35, ifAnyBit: 0x45, give: 0x06 } as const

const plain = (code: number, value: number): FilterInstruction => ({ code, jumpTrue: 0, jumpFalse: 0, value })

/** Loads four bytes of the kernel's description of a call: number, processor, or the lower half of an argument. */
export const load = (field: 'number' | 'architecture' | { readonly argument: number }): FilterInstruction => {
  if (field === 'number') return plain(codes.load, 0)
  return plain(codes.load, field === 'architecture' ? 4 : 16 + 8 * field.argument)
}
export const and = (mask: number): FilterInstruction => plain(codes.and, mask)

/** Runs `then` if the loaded value compares so, else continues after it. At most 255 instructions. */
const when = (code: number, value: number, then: readonly FilterInstruction[]): readonly FilterInstruction[] => [
  { code, jumpTrue: 0, jumpFalse: then.length, value },
  ...then,
]
export const whenEqual = (value: number, then: readonly FilterInstruction[]) => when(codes.ifEqual, value, then)
export const whenAtLeast = (value: number, then: readonly FilterInstruction[]) => when(codes.ifAtLeast, value, then)
export const whenAnyBit = (mask: number, then: readonly FilterInstruction[]) => when(codes.ifAnyBit, mask, then)

export const allow = plain(codes.give, 0x7fff_0000)
export const killProcess = plain(codes.give, 0x8000_0000)
export const refuse = (errno: number): FilterInstruction => plain(codes.give, 0x0005_0000 | errno)

/** As the kernel reads it, on processors that put the lowest byte first. */
export function assembleFilter(program: readonly FilterInstruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8))
  for (const [index, { code, jumpTrue, jumpFalse, value }] of program.entries()) {
    bytes.setUint16(index * 8, code, true)
    bytes.setUint8(index * 8 + 2, jumpTrue)
    bytes.setUint8(index * 8 + 3, jumpFalse)
    bytes.setUint32(index * 8 + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
