// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;

import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;

/**
 * Leads a client that was told the addresses of servers to the relays of its node.
 *
 * @since 0.1.0
 */
public final class RelayedAddresses implements ClientResourcesBuilderCustomizer {

	/**
	 * The ports of servers and of their relays, as {@code 6379:7001,6380:7002}.
	 */
	public static final String PROPERTY = "faults.relays";

	private final Map<Integer, Integer> relays;

	/**
	 * Create the customizer.
	 * @param relays the value of {@link #PROPERTY}
	 */
	public RelayedAddresses(String relays) {
		this.relays = Stream.of(relays.split(","))
			.map((pair) -> pair.split(":"))
			.collect(Collectors.toMap((pair) -> Integer.valueOf(pair[0]), (pair) -> Integer.valueOf(pair[1])));
	}

	@Override
	public void customize(ClientResources.Builder builder) {
		builder.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED, this::relayed));
	}

	private HostAndPort relayed(HostAndPort server) {
		return HostAndPort.of(server.getHostText(), this.relays.getOrDefault(server.getPort(), server.getPort()));
	}

}
