"""The addresses by which phones on the same network reach this computer. Needs no internet."""

import ipaddress
import socket

import ifaddr

SOMEWHERE = ("198.51.100.1", 9)
"""An address kept for documentation: routed like any other, and nobody's."""

NOT_A_NETWORK = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "utun", "tun", "tap")
"""How interfaces are called that lead to no phone."""


def lan_addresses() -> list[str]:
    """This computer's IPv4 addresses that a phone may reach, the likeliest first; none without a network."""
    found = [
        (address.ip, adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str) and _reachable(address.ip)
    ]
    towards_router = _towards(SOMEWHERE)

    def unlikeliness(candidate: tuple[str, str]) -> tuple[bool, bool]:
        address, interface = candidate
        return interface.lower().startswith(NOT_A_NETWORK), address != towards_router

    return [address for address, _ in sorted(found, key=unlikeliness)]


def _reachable(address: str) -> bool:
    ip = ipaddress.IPv4Address(address)
    return not (ip.is_loopback or ip.is_link_local)


def _towards(destination: tuple[str, int]) -> str | None:
    """The address of ours that a datagram to `destination` would bear, None where there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(destination)  # for datagrams this only looks up the route
        except OSError:
            return None
        return str(probe.getsockname()[0])
