// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Stands for a store to which a property leads, but which is not on the class path, so
 * that locks do not silently go elsewhere.
 *
 * @param name the name of the store
 * @param property the property that leads to it
 * @param classes what it needs
 * @param lack what it is, and what is missing, as part of a sentence
 * @param modules what to add
 */
record MissingStore(String name, String property, List<String> classes, String lack,
		String modules) implements LockProviderCandidate {

	private static final List<MissingStore> STORES = List
		.of(new MissingStore("zookeeper", "distlock.zookeeper.connect-string",
				List.of("io.distlock.zookeeper.ZooKeeperLockProvider", "org.apache.curator.framework.CuratorFramework"),
				"ZooKeeper, but Apache Curator or distlock-zookeeper is",
				"io.distlock:distlock-zookeeper, which the starter includes, and org.apache.curator:curator-framework"),
				new MissingStore("etcd", "distlock.etcd.endpoints",
						List.of("io.distlock.etcd.EtcdLockProvider", "io.etcd.jetcd.Client"),
						"etcd, but distlock-etcd or the client jetcd is",
						"io.distlock:distlock-etcd, which includes the client"),
				new MissingStore("consul", "distlock.consul.url", List.of("io.distlock.consul.ConsulClient"),
						"Consul, but distlock-consul is", "io.distlock:distlock-consul"),
				new MissingStore("azure-blob", "distlock.azure-blob.container",
						List.of("io.distlock.azure.AzureBlobLockProvider",
								"com.azure.storage.blob.BlobContainerClient"),
						"Azure Blob Storage, but distlock-azure-blob is", "io.distlock:distlock-azure-blob"),
				new MissingStore("memcached", "distlock.memcached.servers",
						List.of("io.distlock.memcached.MemcachedLockProvider"), "Memcached, but distlock-memcached is",
						"io.distlock:distlock-memcached"));

	/**
	 * Add the stores that are missing. One that is there is not, although a native image
	 * may know none of its classes by name.
	 */
	static List<LockProviderCandidate> addTo(Stream<LockProviderCandidate> candidates, Environment environment,
			@Nullable ClassLoader classLoader) {
		List<LockProviderCandidate> all = new ArrayList<>(candidates.toList());
		Set<String> names = all.stream().map(LockProviderCandidate::name).collect(Collectors.toSet());
		STORES.stream()
			.filter((store) -> !names.contains(store.name)
					&& StringUtils.hasText(environment.getProperty(store.property))
					&& !store.classes.stream().allMatch((type) -> ClassUtils.isPresent(type, classLoader)))
			.forEach(all::add);
		return all;
	}

	@Override
	public boolean isOffered() {
		return true;
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"The locks are to be kept in %s not on the class path.".formatted(this.lack),
				"Add %s, or choose another distlock.provider.".formatted(this.modules));
	}

}
