/** The part of a pool that takes part in the bound of all connections. */
export interface BudgetedPool {
  readonly size: number
  /** Returns the connection that nobody has used for the longest time and that no call runs on. */
  oldestFree(): { readonly usedAt: number; close(): void } | undefined
}

/** The bound of all connections to all servers. */
export interface ConnectionBudget {
  /** Lets the connections of a pool count. */
  include(pool: BudgetedPool): Disposable
  /** Closes the free connection that was used least recently if there is no room for another. Returns false if none is free. */
  makeRoom(): boolean
}

/** The most connections to all servers together. */
const defaultMost = 256

/** Creates a bound that no pool counts for yet. */
export function createConnectionBudget(most = defaultMost): ConnectionBudget {
  const pools = new Set<BudgetedPool>()
  return {
    include: (pool) => {
      pools.add(pool)
      return { [Symbol.dispose]: () => void pools.delete(pool) }
    },
    makeRoom: () => {
      const all = [...pools]
      if (all.reduce((sum, { size }) => sum + size, 0) < most) return true
      const [oldest] = all.flatMap((pool) => pool.oldestFree() ?? []).sort((left, right) => left.usedAt - right.usedAt)
      oldest?.close()
      return oldest !== undefined
    },
  }
}
