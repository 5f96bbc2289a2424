// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Chooses the store: the one that {@code distlock.provider} names, or else the only one
 * that offers itself.
 *
 * @since 0.1.0
 */
public final class LockProviderChoice {

	private static final String NO_STORE = """
			Choose where the locks are kept:
			- in a database: %s;
			- in Redis: add spring-boot-starter-data-redis and set spring.data.redis.host, or define a bean of type org.redisson.api.RedissonClient;
			- in ZooKeeper: add org.apache.curator:curator-framework, and set distlock.zookeeper.connect-string or define a bean of type org.apache.curator.framework.CuratorFramework;
			- in etcd: add io.distlock:distlock-etcd, and set distlock.etcd.endpoints or define a bean of type io.etcd.jetcd.Client;
			- in Consul: add io.distlock:distlock-consul, and set distlock.consul.url;
			- in Azure Blob Storage: add io.distlock:distlock-azure-blob, and set distlock.azure-blob.connection-string and distlock.azure-blob.container, or define a bean of type com.azure.storage.blob.BlobContainerClient;
			- in Memcached, where two holders at once do no harm: add io.distlock:distlock-memcached, and set distlock.memcached.servers;
			- in tests, or on a single node: set distlock.provider=local, which excludes only threads of the same process;
			- in a store of your own: define a bean of type io.distlock.provider.LockProvider.
			Or set distlock.enabled=false: methods annotated with @DistributedLock then run without any lock.""";

	private static final String R2DBC_REMEDY = "R2DBC cannot keep locks, and Spring Boot makes no DataSource in addition to its ConnectionFactory. "
			+ "Add spring-boot-starter-jdbc and the JDBC driver of your database, and define a DataSource bean for the locks, "
			+ "such as DataSourceBuilder.create().url(\"jdbc:...\").build()";

	private final @Nullable String named;

	private final Supplier<List<LockProviderCandidate>> candidates;

	private volatile @Nullable LockProviderCandidate chosen;

	LockProviderChoice(@Nullable String named, Supplier<List<LockProviderCandidate>> candidates) {
		this.named = StringUtils.hasText(named) ? named.trim().toLowerCase(Locale.ROOT) : null;
		this.candidates = candidates;
	}

	/**
	 * Return whether a store is the one that will be used. Says no where the choice
	 * fails.
	 * @param name the name of the store
	 * @return whether it is chosen
	 */
	public boolean isChosen(String name) {
		if (this.named != null) {
			return this.named.equals(name);
		}
		List<LockProviderCandidate> eligible = eligible();
		return eligible.size() == 1 && eligible.get(0).name().equals(name);
	}

	/**
	 * Return what an application needs to keep its locks in a database. One that uses
	 * R2DBC gets no {@code DataSource} from Spring Boot.
	 * @return the remedy, as part of a sentence
	 */
	public static String databaseRemedy() {
		return ClassUtils.isPresent("io.r2dbc.spi.ConnectionFactory", null) ? R2DBC_REMEDY
				: "add spring-boot-starter-jdbc and the driver of your database, and set spring.datasource.url";
	}

	/**
	 * Fail if {@code distlock.provider} names a store that does not exist, whether or not
	 * anything is locked.
	 */
	void verify() {
		if (this.named != null && eligible().isEmpty()) {
			throw unknown(this.named);
		}
	}

	LockProviderCandidate choose() {
		List<LockProviderCandidate> eligible = eligible();
		if (eligible.size() == 1) {
			this.chosen = eligible.get(0);
			return eligible.get(0);
		}
		if (this.named != null) {
			throw unknown(this.named);
		}
		throw eligible.isEmpty() ? none() : several(eligible);
	}

	/**
	 * Return what operators are to read of a provider.
	 */
	String describe(String provider) {
		LockProviderCandidate known = this.chosen;
		return (known != null && known.name().equals(provider)) ? known.description() : provider;
	}

	private List<LockProviderCandidate> eligible() {
		return this.candidates.get()
			.stream()
			.filter((candidate) -> (this.named != null) ? candidate.name().equals(this.named) : candidate.isOffered())
			.toList();
	}

	private LockConfigurationException none() {
		return new LockConfigurationException(
				"distlock has no store for its locks: distlock.provider is not set, and no store was found. On the class path: %s."
					.formatted(names(this.candidates.get())),
				NO_STORE.formatted(databaseRemedy()));
	}

	private static LockConfigurationException several(List<LockProviderCandidate> offered) {
		String choices = offered.stream()
			.map((candidate) -> "distlock.provider=" + candidate.name())
			.collect(Collectors.joining(" or "));
		return new LockConfigurationException(
				"distlock found several stores that could hold its locks (%s), and distlock.provider does not say which."
					.formatted(names(offered)),
				"Set %s, the same on every node.".formatted(choices));
	}

	private LockConfigurationException unknown(String name) {
		return new LockConfigurationException(
				"distlock.provider is '%s', but there is no such store on the class path. This version of distlock found: %s."
					.formatted(name, names(this.candidates.get())),
				"""
						Set distlock.provider to one of these, or define a bean of type io.distlock.provider.LockProvider.
						'jdbc' needs spring-boot-starter-jdbc and the driver of your database; 'redis' needs spring-boot-starter-data-redis or Redisson; \
						'zookeeper' needs org.apache.curator:curator-framework; \
						'etcd' needs io.distlock:distlock-etcd; 'consul' needs io.distlock:distlock-consul; \
						'azure-blob' needs io.distlock:distlock-azure-blob; 'memcached' needs io.distlock:distlock-memcached; \
						'local' needs nothing, and excludes only threads of the same process.
						An application without the starter also needs the module of its store, such as io.distlock:distlock-jdbc.""");
	}

	private static String names(Collection<LockProviderCandidate> candidates) {
		return candidates.stream().map(LockProviderCandidate::name).sorted().collect(Collectors.joining(", "));
	}

}
