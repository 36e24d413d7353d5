/** Returns a stream of the items that reads ahead nothing. Where it is cancelled, `onCancel` is called and the items are closed. */
export function toReadableStream<T>(
  items: Generator<T, void, void> | AsyncGenerator<T, void, void>,
  onCancel: () => void = () => {},
): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const { done, value } = await items.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        onCancel();
        await items.return();
      },
    },
    { highWaterMark: 0 },
  );
}
