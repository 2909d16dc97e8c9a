import { type RefObject, useEffect, useRef, useState } from 'react'

/** After a card is shown or changed, no answer counts for this long, in milliseconds. */
const quietAfterChange = 400
/** A key answers only if no other key was pressed for this long before, in milliseconds. */
const quietAfterKey = 350

let lastKeyAt = Number.NEGATIVE_INFINITY
let keyBefore = Number.NEGATIVE_INFINITY
let isHeld = false
let pressedAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    ({ repeat }) => {
      keyBefore = lastKeyAt
      lastKeyAt = performance.now()
      isHeld = repeat
    },
    { capture: true },
  )
  window.addEventListener('pointerdown', () => (pressedAt = performance.now()), { capture: true })
}

/** Returns true if the key that is being handled came after a pause: the last of a burst does not. */
export function isDeliberateKey(event: Pick<KeyboardEvent, 'repeat'>): boolean {
  return !event.repeat && lastKeyAt - keyBefore >= quietAfterKey
}

/**
 * Returns true if a click was meant for what is shown: not the second of a double click, not pressed before the answers counted,
 * and not by a key that was held or was the last of a burst.
 * @param armedAt The time since which answers count.
 */
export function isDeliberateClick({ detail }: Pick<UIEvent, 'detail'>, armedAt: number): boolean {
  if (detail > 1) return false
  if (detail === 1) return pressedAt >= armedAt
  // A click without a pointer: by a key, or by a program that reads the page aloud, which presses none.
  const isByKey = performance.now() - lastKeyAt < quietAfterKey
  return !isByKey || (!isHeld && lastKeyAt >= armedAt && lastKeyAt - keyBefore >= quietAfterKey)
}

/** The time for which a card was looked at, and whether that is enough. */
export interface Armed {
  /** True once an answer may count: the card was painted, the tab was visible, and a pause has passed. */
  readonly isArmed: boolean
  /** Returns the time since which answers count, on the clock of the page. */
  armedAt(): number
  /** The time for which the card was shown in a visible tab, in milliseconds. */
  shownMs(): number
}

/**
 * Begins to count once a card is painted in a visible tab, and again with each change of its content.
 * @param content Changes with what is painted, e.g. the digest.
 */
export function useArmed(content: string): Armed {
  const [armedFor, setArmedFor] = useState<string>()
  const armedAt = useRef(Number.POSITIVE_INFINITY)
  const shown = useRef({ since: 0, total: 0 })
  useEffect(() => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      if (document.visibilityState !== 'visible') {
        if (shown.current.since > 0) shown.current.total += performance.now() - shown.current.since
        shown.current.since = 0
        setArmedFor(undefined)
        return
      }
      frame = requestAnimationFrame(() => {
        shown.current.since ||= performance.now()
        timer = setTimeout(() => {
          armedAt.current = performance.now()
          setArmedFor(content)
        }, quietAfterChange)
      })
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      document.removeEventListener('visibilitychange', begin)
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [content])
  return {
    isArmed: armedFor === content,
    armedAt: () => (armedFor === content ? armedAt.current : Number.POSITIVE_INFINITY),
    shownMs: () => {
      const { since, total } = shown.current
      return Math.round(total + (since > 0 ? performance.now() - since : 0))
    },
  }
}

/** A marked part counts as seen after it was in view this long, in milliseconds. */
const seenAfter = 300

/**
 * Returns the marks that were in view. Each part has one where it begins and one where it ends. What is higher than the window
 * counts once it fills half of it.
 * @param content Changes with what is painted: then all marks have to be seen again.
 */
export function useSeenMarks(card: RefObject<HTMLElement | null>, content: string): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ content: string; marks: ReadonlySet<string> }>({ content, marks: new Set() })
  useEffect(() => {
    const timers = new Map<Element, ReturnType<typeof setTimeout>>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
          const isFilling = intersectionRect.height >= (rootBounds?.height ?? window.innerHeight) / 2
          const isInView = (intersectionRatio >= 0.9 || isFilling) && document.visibilityState === 'visible'
          if (!isInView) {
            clearTimeout(timers.get(target))
            timers.delete(target)
          } else if (!timers.has(target)) {
            const mark = (target as HTMLElement).dataset.mark ?? ''
            const see = () =>
              setSeen((before) => ({
                content,
                marks: new Set([...(before.content === content ? before.marks : []), mark]),
              }))
            timers.set(target, setTimeout(see, seenAfter))
          }
        }
      },
      { root: card.current, threshold: [0, 0.25, 0.5, 0.75, 0.9, 1] },
    )
    for (const element of card.current?.querySelectorAll('[data-mark]') ?? []) observer.observe(element)
    return () => {
      observer.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [card, content])
  return seen.content === content ? seen.marks : new Set()
}
