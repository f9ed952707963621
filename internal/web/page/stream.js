// Server-sent events, read with fetch: unlike EventSource it sends a header with the token, and its reader notices the
// comments by which the server says that it is there.

/**
 * Reads messages until the server ends the stream.
 * @param {Response} answer
 * @param {{heard: () => void, message: (m: {event: string, data: string}) => void}} then heard is called for whatever
 * arrives
 */
export async function readStream(answer, then) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    then.heard();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const message = parseMessage(block);
      if (message) then.message(message);
    }
  }
}

/**
 * @param {string} block the lines of one message
 * @returns {{event: string, data: string} | null} null for a comment
 */
export function parseMessage(block) {
  const fields = { event: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (name === "event" || name === "data") fields[name] = value;
  }
  return fields.data === "" ? null : fields;
}
