/** Computes the dot products of one vector with many, all of one length. */
export interface DotProducts {
  /** The values of the query first, then those of the rows. It is another array after `reserve`. */
  readonly values: Int8Array
  /** The number of values of a row: that of a vector, filled up with zeros to a multiple of 16. */
  readonly width: number
  /** Makes place for a number of rows. Their values are kept. */
  reserve(rows: number): void
  /** Returns the products of the first rows with the query. The array is overwritten by the next call. */
  compute(rows: number): Int32Array
}

/** The part of WebAssembly that is used. Its types belong to browsers. */
interface WebAssemblyApi {
  readonly Memory: new (size: {
    readonly initial: number
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  validate(code: Uint8Array): boolean
}
declare const WebAssembly: WebAssemblyApi | undefined

/** A row is read in steps of this many values. */
const step = 16

/**
 * Creates a calculator that takes 16 values at once (WebAssembly SIMD, about twenty times as fast as a loop), or one at a time on a
 * machine that cannot. Both give the same numbers.
 */
export function createDotProducts(dimensions: number, fast = true): DotProducts {
  const width = Math.max(1, Math.ceil(dimensions / step)) * step
  const api = typeof WebAssembly === 'undefined' ? undefined : WebAssembly
  return fast && api?.validate(assembled) === true ? createFast(api, width) : createPlain(width)
}

function createPlain(width: number): DotProducts {
  let values = new Int8Array(width)
  return {
    width,
    get values() {
      return values
    },
    reserve: (rows) => {
      const larger = new Int8Array((rows + 1) * width)
      larger.set(values.subarray(0, larger.length))
      values = larger
    },
    compute: (rows) => {
      const products = new Int32Array(rows)
      for (let row = 0, at = width; row < rows; row += 1) {
        let sum = 0
        for (let column = 0; column < width; column += 1, at += 1) sum += (values[at] ?? 0) * (values[column] ?? 0)
        products[row] = sum
      }
      return products
    },
  }
}

const pageBytes = 65_536

function createFast({ Memory, Module, Instance }: WebAssemblyApi, width: number): DotProducts {
  const memory = new Memory({ initial: 1 })
  const { exports } = new Instance(new Module(assembled), { a: { memory } })
  const run = exports.run as (query: number, rows: number, count: number, width: number, products: number) => void
  let productsAt = width
  return {
    width,
    get values() {
      return new Int8Array(memory.buffer, 0, productsAt)
    },
    reserve: (rows) => {
      productsAt = (rows + 1) * width
      const missing = productsAt + 4 * rows - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    },
    compute: (rows) => {
      run(0, width, rows, width, productsAt)
      return new Int32Array(memory.buffer, productsAt, rows)
    },
  }
}

/**
 * Assembles the function `run(query, rows, count, width, products)` over addresses in the memory: for each row it adds the products of 16
 * values at a time into four sums (extended to 16 bits, `i32x4.dot_i16x8_s`), and stores their sum. See the WebAssembly specification 2.0,
 * chapter 5, for the numbers of the instructions.
 */
function assemble(): Uint8Array {
  const [query, rows, count, width, products, column, sums] = [0, 1, 2, 3, 4, 5, 6]
  const get = (local: number) => [0x20, local]
  const set = (local: number) => [0x21, local]
  const simd = (code: number, ...rest: readonly number[]) => [0xfd, ...unsigned(code), ...rest]
  const number = (value: number) => [0x41, value]
  const [block, loop, end, branch, branchIf, isZero, isLess, add, subtract] = [2, 3, 11, 12, 13, 0x45, 0x49, 0x6a, 0x6b]
  const nothing = 0x40
  const load = simd(0x00, 0, 0)
  const [extendLow, extendHigh, dot, addSums] = [simd(0x87), simd(0x88), simd(0xba), simd(0xae)]
  const valuesOf = (vector: number, extend: readonly number[]) => [
    ...get(vector),
    ...get(column),
    add,
    ...load,
    ...extend,
  ]
  const half = (extend: readonly number[]) => [
    ...valuesOf(rows, extend),
    ...valuesOf(query, extend),
    ...dot,
    ...addSums,
  ]
  const advance = (local: number, by: readonly number[]) => [...get(local), ...by, add, ...set(local)]
  const eachColumn = [
    ...[loop, nothing, ...get(sums), ...half(extendLow), ...half(extendHigh), ...set(sums)],
    ...[...advance(column, number(step)), ...get(column), ...get(width), isLess, branchIf, 0, end],
  ]
  const total = [0, 1, 2, 3].flatMap((lane) => [...get(sums), ...simd(0x1b, lane), ...(lane > 0 ? [add] : [])])
  const code = [
    ...[block, nothing, loop, nothing, ...get(count), isZero, branchIf, 1],
    ...[...simd(0x0c, ...Array<number>(step).fill(0)), ...set(sums), ...number(0), ...set(column)],
    ...eachColumn,
    ...[...get(products), ...total, 0x36, 2, 0, ...advance(products, number(4)), ...advance(rows, get(width))],
    ...[...get(count), ...number(1), subtract, ...set(count), branch, 0, end, end, end],
  ]
  const [int, vector] = [0x7f, 0x7b]
  const body = [2, 1, int, 1, vector, ...code]
  const text = (name: string) => [name.length, ...Buffer.from(name)]
  const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content]
  return Uint8Array.from([
    ...[0, ...Buffer.from('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, int, int, int, int, int, 0]),
    ...section(2, [1, ...text('a'), ...text('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('run'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ])
}

/** A number in the variable-length form of WebAssembly. */
function unsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)]
}

const assembled = assemble()
