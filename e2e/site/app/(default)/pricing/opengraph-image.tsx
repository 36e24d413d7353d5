import { ImageResponse } from "next/og";

export default function Image() {
  return new ImageResponse(<div style={{ display: "flex" }}>Berths</div>);
}
