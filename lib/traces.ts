import { getEnvironment } from "./config/config.ts";

/**
 * Sends the spans that Next makes of requests to the collector that the environment names; without one, loads nothing. The
 * exporter reads its own variables, such as OTEL_EXPORTER_OTLP_HEADERS. Returns a function that sends what is left.
 */
export async function startTraces(): Promise<() => Promise<void>> {
  const { tracedAs } = getEnvironment();
  if (!tracedAs) return async () => {};
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": tracedAs })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}
