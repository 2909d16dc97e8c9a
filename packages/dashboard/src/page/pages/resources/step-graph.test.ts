import { expect, it } from 'vitest'
import { layersOf } from './step-graph.tsx'

it('puts each step to the right of what it waits for', () => {
  const steps = [{ id: 'deploy', needs: ['test', 'build'] }, { id: 'test', needs: ['build'] }, { id: 'build' }]
  expect(layersOf(steps).map((layer) => layer.map(({ id }) => id))).toEqual([['build'], ['test'], ['deploy']])
})

it('ends on steps that wait for each other', () => {
  const layers = layersOf([
    { id: 'a', needs: ['b'] },
    { id: 'b', needs: ['a'] },
  ])
  expect(layers.flat().length).toBe(2)
})
