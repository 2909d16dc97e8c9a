import { useEffect, useRef } from 'react'

/** Returns true if keys go to a field that the person types in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Returns true if the person wants keys without a modifier. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem('drawbridge.keys') !== 'off'
}

/**
 * Calls the action of a key. Keys without a modifier do nothing while a field has the focus, and none repeats. `mod+k` is Control or Command with k.
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return
      const hasModifier = event.ctrlKey || event.metaKey
      if (!hasModifier && (isTyping(event.target) || !areSingleKeysOn())) return
      if (!hasModifier && document.querySelector('dialog[open]') !== null) return
      const name = hasModifier ? `mod+${event.key.toLowerCase()}` : event.key
      const action = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
