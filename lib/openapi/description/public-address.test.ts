import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./fetch-description.ts";

describe("an address of the public internet", () => {
  test.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8"])("may be reached: %s", (address) => {
    expect(isPublicAddress(address, "public")).toBe(true);
  });
});

describe("everything else is refused", () => {
  test.each([
    ["loopback", "127.0.0.1"],
    ["loopback by another number", "127.8.8.8"],
    ["loopback of IPv6", "::1"],
    ["IPv4 loopback in IPv6", "::ffff:127.0.0.1"],
    ["IPv4 loopback in IPv6, in hexadecimal", "::ffff:7f00:1"],
    ["IPv4 loopback in the older IPv6 form", "::127.0.0.1"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["link-local, where clouds keep their metadata", "169.254.169.254"],
    ["unique local, where one cloud keeps its metadata", "fd00:ec2::254"],
    ["link-local of IPv6", "fe80::1"],
    ["unspecified", "0.0.0.0"],
    ["unspecified of IPv6", "::"],
    ["broadcast", "255.255.255.255"],
    ["multicast", "224.0.0.1"],
    ["documentation", "192.0.2.1"],
    ["benchmarking", "198.18.0.1"],
    ["NAT64 around loopback", "64:ff9b::7f00:1"],
    ["6to4 around loopback", "2002:7f00:1::"],
    ["Teredo", "2001::1"],
    ["not an address", "localhost"],
    ["empty", ""],
  ])("%s (%s)", (_, address) => {
    expect(isPublicAddress(address, "public")).toBe(false);
  });
});

describe("in a closed network", () => {
  test.each(["127.0.0.1", "10.1.2.3", "fd12::1", "100.64.0.1", "100.100.100.201"])("%s may be reached", (address) => {
    expect(isPublicAddress(address, "private")).toBe(true);
  });

  test.each(["169.254.0.1", "fe80::1", "0.0.0.0", "224.0.0.1"])("%s stays refused", (address) => {
    expect(isPublicAddress(address, "private")).toBe(false);
  });
});

describe.each(["public", "private"] as const)("with a reach of %s, the metadata of a cloud is never reached", (reach) => {
  test.each([
    ["link-local", "169.254.169.254"],
    ["one number", "2852039166"],
    ["hexadecimal", "0xa9fea9fe"],
    ["octal", "0251.0376.0251.0376"],
    ["three parts", "169.254.43518"],
    ["IPv4 in IPv6", "::ffff:169.254.169.254"],
    ["IPv4 in IPv6, in hexadecimal", "::ffff:a9fe:a9fe"],
    ["IPv4 in the older IPv6 form", "::169.254.169.254"],
    ["IPv4 translated", "::ffff:0:169.254.169.254"],
    ["NAT64", "64:ff9b::a9fe:a9fe"],
    ["NAT64 of a network", "64:ff9b:1::a9fe:a9fe"],
    ["NAT64 with a network's prefix", "2606:4700:64::a9fe:a9fe"],
    ["6to4", "2002:a9fe:a9fe::1"],
    ["Teredo", "2001:0:a9fe:a9fe::1"],
    ["link-local of IPv6", "fe80::a9fe:a9fe"],
    ["unique local of one cloud", "fd00:c1::a9fe:a9fe"],
    ["containers", "169.254.170.2"],
    ["AWS over IPv6", "fd00:ec2::254"],
    ["AWS over IPv6, written out", "fd00:0ec2:0000:0000:0000:0000:0000:0254"],
    ["AWS over IPv6, with a zone", "fd00:ec2::254%eth0"],
    ["credentials of AWS's containers", "fd00:ec2::23"],
    ["Google Cloud over IPv6", "fd20:ce::254"],
    ["Alibaba Cloud", "100.100.100.200"],
    ["Alibaba Cloud in IPv6", "::ffff:6464:64c8"],
    ["Azure", "168.63.129.16"],
    ["Oracle Cloud", "192.0.0.192"],
  ])("%s (%s)", (_, address) => {
    expect(isPublicAddress(address, reach)).toBe(false);
  });
});
