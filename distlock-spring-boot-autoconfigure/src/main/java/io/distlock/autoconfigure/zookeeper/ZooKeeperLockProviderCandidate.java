// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.ClientCandidate;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.autoconfigure.zookeeper.DistlockZooKeeperProperties.Acl;
import io.distlock.internal.task.Durations;
import io.distlock.provider.LockProvider;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;
import org.apache.curator.framework.AuthInfo;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.curator.utils.ThreadUtils;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in ZooKeeper, with Curator.
 * <p>
 * A client created from {@code distlock.zookeeper.*} retries for about one second only,
 * because the engine retries requests within the wait time of the caller. The servers are
 * those of the property; addresses announced by an ensemble are ignored, because they are
 * often unreachable from outside, or bypass TLS.
 */
final class ZooKeeperLockProviderCandidate extends ClientCandidate<CuratorFramework> {

	private static final String PREFIX = "distlock.zookeeper.";

	private static final String SINCE_CURATOR_5 = "org.apache.curator.framework.api.AddWatchBuilder";

	private static final Duration MIN_SESSION_TIMEOUT = Duration.ofMillis(100);

	private static final Duration MAX_SESSION_TIMEOUT = Duration.ofHours(1);

	private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(3);

	private static final int FIRST_PAUSE_MILLIS = 100;

	private static final int MAX_RETRY_DELAY_MILLIS = 1000;

	private static final int RETRIES = 2;

	private static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;

	private final DistlockZooKeeperProperties properties;

	private final ZooKeeperLockSettings settings;

	private final ZooKeeperConnectionDetails details;

	private final String origin;

	ZooKeeperLockProviderCandidate(ListableBeanFactory beanFactory, DistlockZooKeeperProperties properties,
			ZooKeeperLockSettings settings, ZooKeeperConnectionDetails details) {
		super("zookeeper", new ApplicationClients<>(beanFactory, CuratorFramework.class, "CuratorFramework"),
				PREFIX + "connect-string", details.getConnectString(),
				"your servers, as in zk1:2181,zk2:2181,zk3:2181");
		this.properties = properties;
		this.settings = settings;
		this.details = details;
		this.origin = (details instanceof PropertiesZooKeeperConnectionDetails) ? PREFIX
				: "ZooKeeperConnectionDetails.";
	}

	@Override
	protected Optional<String> ignoredProperty() {
		if (!this.properties.auth().isEmpty()) {
			return Optional.of("distlock.zookeeper.auth");
		}
		return (this.properties.acl() != Acl.AUTO) ? Optional.of("distlock.zookeeper.acl") : Optional.empty();
	}

	@Override
	protected LockProvider provider(CuratorFramework client) {
		if (!ClassUtils.isPresent(SINCE_CURATOR_5, null)) {
			throw new LockConfigurationException("The Apache Curator on the class path is older than version 5.",
					"Use org.apache.curator:curator-framework of version 5.");
		}
		return new ZooKeeperLockProvider(client, this.settings);
	}

	@Override
	protected void close(CuratorFramework client) {
		new LeavingClient(client).close();
	}

	@Override
	protected CuratorFramework connect(String place) {
		Duration session = sessionTimeout();
		List<AuthInfo> auth = credentials();
		return CuratorFrameworkFactory.builder()
			.connectString(checked(place))
			.ensembleTracker(false)
			.sessionTimeoutMs((int) session.toMillis())
			.connectionTimeoutMs((int) shorter(session, CONNECTION_TIMEOUT).toMillis())
			.retryPolicy(new BoundedExponentialBackoffRetry(FIRST_PAUSE_MILLIS, MAX_RETRY_DELAY_MILLIS, RETRIES))
			.zkClientConfig(clientConfig())
			.threadFactory(ThreadUtils.newThreadFactory("distlock-curator"))
			.authorization(auth)
			.aclProvider(new LockNodeAcls(acl(!auth.isEmpty())))
			.build();
	}

	// Errors are reported without the value, which is a secret.
	private List<AuthInfo> credentials() {
		List<AuthInfo> credentials = new ArrayList<>();
		for (String entry : this.details.getAuth()) {
			String text = entry.strip();
			int colon = text.indexOf(':');
			if (colon < 1 || colon == text.length() - 1) {
				throw new LockConfigurationException(
						"%sauth[%d] does not have the form scheme:credentials.".formatted(this.origin,
								credentials.size()),
						"Write it as in digest:user:password. On one line commas separate entries: "
								+ "give credentials that contain one as an element of a YAML list, or as distlock.zookeeper.auth[0].");
			}
			credentials.add(
					new AuthInfo(text.substring(0, colon), text.substring(colon + 1).getBytes(StandardCharsets.UTF_8)));
		}
		return credentials;
	}

	private List<ACL> acl(boolean authenticated) {
		Acl acl = this.properties.acl();
		return (acl == Acl.CREATOR_ONLY || (acl == Acl.AUTO && authenticated)) ? ZooDefs.Ids.CREATOR_ALL_ACL
				: ZooDefs.Ids.OPEN_ACL_UNSAFE;
	}

	// Lists of keys are longer than the client's default limit.
	private static ZKClientConfig clientConfig() {
		ZKClientConfig config = new ZKClientConfig();
		if (config.getProperty(ZKClientConfig.JUTE_MAXBUFFER) == null) {
			config.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(MAX_ANSWER_BYTES));
		}
		return config;
	}

	private Duration sessionTimeout() {
		Duration timeout = this.properties.sessionTimeout();
		if (timeout.compareTo(MIN_SESSION_TIMEOUT) < 0 || timeout.compareTo(MAX_SESSION_TIMEOUT) > 0) {
			throw new LockConfigurationException(
					"'distlock.zookeeper.session-timeout' must be between 100 ms and 1 h, but is %s."
						.formatted(Durations.text(timeout)),
					"Correct the value of that property.");
		}
		return timeout;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	private String checked(String connectString) {
		try {
			if (connectString.contains("@")) {
				throw new IllegalArgumentException("credentials belong in %sauth".formatted(this.origin));
			}
			List<InetSocketAddress> servers = new ConnectStringParser(connectString).getServerAddresses();
			if (servers.isEmpty()) {
				throw new IllegalArgumentException("it names no server");
			}
			servers.forEach(ZooKeeperLockProviderCandidate::checkHost);
		}
		catch (IllegalArgumentException ex) {
			throw new LockConfigurationException(
					"'%sconnect-string' is '%s', which cannot be read: %s.".formatted(this.origin,
							LockProviderCandidate.shown(connectString),
							LockProviderCandidate.shown(String.valueOf(ex.getMessage()))),
					"Write it as host:port,host:port with a path such as /shop behind the last port, or without one.");
		}
		return connectString;
	}

	private static void checkHost(InetSocketAddress server) {
		String host = server.getHostString();
		if (host.isEmpty() || StringUtils.containsWhitespace(host)) {
			throw new IllegalArgumentException("'%s' is no host".formatted(host));
		}
	}

	/**
	 * Common access control list for all nodes, including parents.
	 *
	 * @param list the list
	 */
	private record LockNodeAcls(List<ACL> list) implements ACLProvider {

		@Override
		public List<ACL> getDefaultAcl() {
			return this.list;
		}

		@Override
		public List<ACL> getAclForPath(String path) {
			return this.list;
		}

	}

}
