/** The reason with which a wait for an answer ends. */
export function endOfWait<Status extends string>(status: Status): DOMException & { readonly status: Status } {
  return Object.assign(new DOMException('The request no longer needs an answer.', 'AbortError'), { status })
}

/**
 * Returns true if the request of an aborted signal was answered, by a person or by a grant that covers it. Otherwise
 * its time was up or its call was cancelled, and an approver whose answers count later may continue to ask.
 */
export function wasAnswered({ reason }: Pick<AbortSignal, 'reason'>): boolean {
  const status = reason instanceof DOMException && 'status' in reason ? reason.status : undefined
  return status === 'decided' || status === 'covered'
}
