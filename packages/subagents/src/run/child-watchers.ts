import type { ChildAgents, ChildNews } from '@drawbridge/core/agent'

/** Those who watch trees. */
export interface ChildWatchers {
  readonly watch: ChildAgents['watch']
  tell(news: ChildNews): void
}

/** Creates the list of those who watch. One that fails affects nobody else. */
export function createChildWatchers(): ChildWatchers {
  const watchers = new Map<string, Set<(news: ChildNews) => void>>()
  return {
    watch: (root, listener) => {
      const listeners = watchers.get(root) ?? new Set()
      watchers.set(root, listeners.add(listener))
      return {
        [Symbol.dispose]: () => {
          listeners.delete(listener)
          if (listeners.size === 0) watchers.delete(root)
        },
      }
    },
    tell: (news) => {
      for (const listener of watchers.get(news.child.root) ?? []) {
        try {
          listener(news)
        } catch {
          // The child goes on.
        }
      }
    },
  }
}
