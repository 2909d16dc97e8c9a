import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutGraph, nodeTowards, sizeOf } from './lay-out-graph.ts'

const graphs = fc.integer({ min: 1, max: 40 }).chain((count) => {
  const ids = Array.from({ length: count }, (_, index) => `e${index}`)
  const end = fc.constantFrom(...ids)
  return fc.record({ ids: fc.constant(ids), edges: fc.array(fc.tuple(end, end), { maxLength: 60 }) })
})

describe('the picture of a graph', () => {
  it('shows each node inside of it, at its own place, and the same each time', () => {
    fc.assert(
      fc.property(graphs, ({ ids, edges }) => {
        const places = layOutGraph(ids, edges)
        const { width, height } = sizeOf(ids.length)
        for (const { x, y } of places.values()) {
          expect(x >= 0 && x <= width).toBe(true)
          expect(y >= 0 && y <= height).toBe(true)
        }
        expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(ids.length)
        expect(layOutGraph(ids, edges)).toEqual(places)
      }),
      { numRuns: 30 },
    )
  })

  it('leaves an edge to something that is not shown out', () => {
    expect([...layOutGraph(['a'], [['a', 'gone']]).keys()]).toEqual(['a'])
  })
})

describe('an arrow key in the graph', () => {
  const places = new Map([
    ['middle', { x: 100, y: 100 }],
    ['near', { x: 140, y: 110 }],
    ['far', { x: 300, y: 100 }],
    ['above', { x: 110, y: 20 }],
  ])

  it('goes to the nearest node in its direction', () => {
    expect(nodeTowards(places, 'middle', 'ArrowRight')).toBe('near')
    expect(nodeTowards(places, 'middle', 'ArrowUp')).toBe('above')
  })

  it('goes nowhere if there is no node, and neither does another key', () => {
    expect(nodeTowards(places, 'middle', 'ArrowLeft')).toBeUndefined()
    expect(nodeTowards(places, 'middle', 'Enter')).toBeUndefined()
    expect(nodeTowards(places, 'gone', 'ArrowUp')).toBeUndefined()
  })
})
