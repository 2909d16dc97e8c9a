/** The text that the model reads in place of the result of a call that had started when its process ended. */
export const interruptedText =
  'interrupted: The process ended while this call ran. It is unknown if it did its work, and it was not repeated. Check before you repeat it.'

/** The text that the model reads in place of the result of a call that never started. */
export const lostText = 'interrupted: The run ended before this call started. Nothing was done.'
