import { useEffect } from 'react'

/** An element that had the focus or was around it, with its neighbours at that moment. */
interface Place {
  readonly element: Element
  readonly neighbours: readonly (Element | null)[]
}

/**
 * Puts the focus close to where it was if the element that had it is gone: to a neighbour, else to what was around it, else to the page.
 * Otherwise the next key of somebody without a mouse would go to nothing, and Tab would begin at the top again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: readonly Place[] = []
    const note = ({ target }: FocusEvent) => {
      places = target instanceof Element ? placesAround(target) : []
    }
    const look = () => {
      const [last] = places
      if (last === undefined || last.element.isConnected || document.activeElement !== document.body) return
      substituteFor(places)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}

function placesAround(target: Element): readonly Place[] {
  const places: Place[] = []
  for (
    let element: Element | null = target;
    element !== null && element !== document.body;
    element = element.parentElement
  )
    places.push({ element, neighbours: [element.nextElementSibling, element.previousElementSibling] })
  return places
}

const reachable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]'

/** Returns the element that comes closest to one that is gone. */
function substituteFor(places: readonly Place[]): HTMLElement | undefined {
  const gone = places.filter(({ element }) => !element.isConnected)
  const neighbours = gone.at(-1)?.neighbours.filter((each) => each?.isConnected === true) ?? []
  const neighbour = neighbours.flatMap((each) => reachableIn(each))[0]
  if (neighbour !== undefined) return neighbour
  const around = places.find(({ element }) => element.isConnected && element.hasAttribute('tabindex'))?.element
  const substitute = around ?? document.querySelector('main')
  return substitute instanceof HTMLElement ? substitute : undefined
}

function reachableIn(element: Element | null): readonly HTMLElement[] {
  if (element === null) return []
  const all = [element, ...element.querySelectorAll(reachable)].filter((each) => each.matches(reachable))
  return all.filter((each): each is HTMLElement => each instanceof HTMLElement && each.checkVisibility())
}
