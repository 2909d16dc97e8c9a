/** A weighted edge between two nodes, by their indexes. */
export interface Edge {
  readonly from: number
  readonly to: number
  readonly weight: number
}

const damping = 0.85
const rounds = 40

/**
 * Returns each node's share of the attention of one who follows edges by their weight and now and then starts again. The shares add up
 * to 1.
 * @param restart Where one starts: a weight for each node. All zeros count as equal weights.
 */
export function pageRank(edges: readonly Edge[], restart: readonly number[]): readonly number[] {
  const size = restart.length
  const sum = restart.reduce((total, weight) => total + weight, 0)
  const start = Float64Array.from(restart, (weight) => (sum > 0 ? weight / sum : 1 / size))
  const out = new Float64Array(size)
  for (const { from, weight } of edges) out[from] = (out[from] ?? 0) + weight
  let rank = start.slice()
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(size)
    for (const { from, to, weight } of edges) {
      const total = out[from] ?? 0
      if (total > 0) next[to] = (next[to] ?? 0) + (damping * (rank[from] ?? 0) * weight) / total
    }
    // Those at a node without edges start again as well.
    const followed = next.reduce((total, share) => total + share, 0)
    for (let node = 0; node < size; node += 1) next[node] = (next[node] ?? 0) + (1 - followed) * (start[node] ?? 0)
    rank = next
  }
  return [...rank]
}
