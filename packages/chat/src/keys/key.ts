/** One thing that a person did at the keyboard. */
export type Key =
  /** Text as it was typed, maybe several characters at once. No controls. */
  | { readonly kind: 'text'; readonly text: string }
  /** Text from the clipboard: lines are separated by `\n`. */
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'control'; readonly name: ControlName }

/** A key that is not a character. */
export type ControlName =
  | 'enter'
  | 'newline'
  | 'tab'
  | 'escape'
  | 'backspace'
  | 'delete'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'home'
  | 'end'
  | 'word-left'
  | 'word-right'
  | 'delete-word'
  | 'delete-to-start'
  | 'delete-to-end'
  | 'interrupt'
  | 'end-of-input'
  | 'redraw'
