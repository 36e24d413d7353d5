/** Takes a message and gives it back. */
export async function POST(request: Request): Promise<Response> {
  return Response.json({ taken: await request.text() });
}
