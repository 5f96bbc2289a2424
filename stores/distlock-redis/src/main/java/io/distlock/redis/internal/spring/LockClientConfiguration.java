// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.time.Duration;

import io.distlock.redis.internal.transport.RedisReplies;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Factories of connections for locks, made from the configuration of the application's
 * factory. The servers, the credentials and TLS are the application's. The options are
 * not: by default Lettuce waits a minute for a server that accepts a connection and sends
 * nothing, and keeps the requests to a server that is away.
 */
final class LockClientConfiguration {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration REFRESH_TIMEOUT = Duration.ofSeconds(1);

	private LockClientConfiguration() {
	}

	// Returns a factory that is not started.
	static LettuceConnectionFactory newFactory(LettuceConnectionFactory application, RedisConfiguration servers,
			ClientResources resources) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(servers,
				client(application.getClientConfiguration(), application.isClusterAware(), resources));
		factory.setShareNativeConnection(false);
		return factory;
	}

	// Returns the servers of the application, null if they cannot be read from its
	// factory. Of static replicas a factory returns nothing but a standalone server at
	// the default address, as it does of such a server, to which this connects.
	static @Nullable RedisConfiguration servers(LettuceConnectionFactory application) {
		if (application.getClusterConfiguration() != null) {
			return application.getClusterConfiguration();
		}
		if (application.getSentinelConfiguration() != null) {
			return application.getSentinelConfiguration();
		}
		if (application.getSocketConfiguration() != null) {
			return application.getSocketConfiguration();
		}
		RedisStandaloneConfiguration server = application.getStandaloneConfiguration();
		return (!server.equals(new RedisStandaloneConfiguration()) || isStandalone(application)) ? server : null;
	}

	// A client for static replicas has no address.
	private static boolean isStandalone(LettuceConnectionFactory application) {
		RedisStandaloneConfiguration server = application.getStandaloneConfiguration();
		if (!server.getHostName().equals(application.getHostName()) || server.getPort() != application.getPort()
				|| !(application.getRequiredNativeClient() instanceof RedisClient client)) {
			return false;
		}
		try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
			return connection.isOpen();
		}
		catch (IllegalStateException ex) {
			return false;
		}
	}

	private static LettuceClientConfiguration client(LettuceClientConfiguration application, boolean cluster,
			ClientResources resources) {
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.commandTimeout(shorter(application.getCommandTimeout(), RedisReplies.TIMEOUT))
			.shutdownTimeout(application.getShutdownTimeout())
			.shutdownQuietPeriod(Duration.ZERO)
			.clientResources(resources)
			.clientOptions(options(application.getClientOptions().orElseGet(ClientOptions::create), cluster));
		application.getClientName().ifPresent(builder::clientName);
		application.getRedisCredentialsProviderFactory().ifPresent(builder::redisCredentialsProviderFactory);
		if (!application.isUseSsl()) {
			return builder.build();
		}
		LettuceClientConfiguration.LettuceSslClientConfigurationBuilder ssl = builder.useSsl()
			.verifyPeer(application.getVerifyMode());
		return application.isStartTls() ? ssl.startTls().build() : ssl.build();
	}

	// A single connection is replaced when it is lost. A connection to a Cluster restores
	// those to its nodes.
	private static ClientOptions options(ClientOptions application, boolean cluster) {
		if (!cluster) {
			return fit(application.mutate(), application).autoReconnect(false).build();
		}
		ClusterClientOptions options = (application instanceof ClusterClientOptions known) ? known
				: ClusterClientOptions.builder(application).build();
		ClusterClientOptions.Builder builder = options.mutate();
		fit(builder, application);
		return builder.topologyRefreshOptions(refresh(options.getTopologyRefreshOptions())).build();
	}

	// Commands have time limits of their own.
	private static ClientOptions.Builder fit(ClientOptions.Builder builder, ClientOptions application) {
		SocketOptions socket = application.getSocketOptions();
		return builder.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.timeoutOptions(TimeoutOptions.create())
			.socketOptions(
					socket.mutate().connectTimeout(shorter(socket.getConnectTimeout(), CONNECT_TIMEOUT)).build());
	}

	private static ClusterTopologyRefreshOptions refresh(ClusterTopologyRefreshOptions application) {
		return ClusterTopologyRefreshOptions.builder()
			.enableAllAdaptiveRefreshTriggers()
			.adaptiveRefreshTriggersTimeout(shorter(application.getAdaptiveRefreshTimeout(), REFRESH_TIMEOUT))
			.refreshTriggersReconnectAttempts(1)
			.enablePeriodicRefresh(application.isPeriodicRefreshEnabled())
			.refreshPeriod(application.getRefreshPeriod())
			.dynamicRefreshSources(application.useDynamicRefreshSources())
			.closeStaleConnections(application.isCloseStaleConnections())
			.build();
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

}
