// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.List;
import java.util.Locale;

import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Adds a candidate for each store whose place the properties name, and that is not on the
 * class path.
 */
final class MissingStores implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	private final ClassLoader classLoader;

	MissingStores(Environment environment, ClassLoader classLoader) {
		this.environment = environment;
		this.classLoader = classLoader;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
		for (Store store : Store.values()) {
			String place = this.environment.getProperty(store.place);
			if (place != null && !store.classes.stream().allMatch(this::isPresent)) {
				String name = store.name().toLowerCase(Locale.ROOT).replace('_', '-');
				registry.registerBeanDefinition("distlockMissing-" + name,
						BeanDefinitionBuilder.rootBeanDefinition(Candidate.class)
							.addConstructorArgValue(name)
							.addConstructorArgValue(place)
							.addConstructorArgValue(store.description)
							.addConstructorArgValue(store.action)
							.setLazyInit(true)
							.getBeanDefinition());
			}
		}
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(type, this.classLoader);
	}

	private enum Store {

		ZOOKEEPER("distlock.zookeeper.connect-string",
				List.of("io.distlock.zookeeper.ZooKeeperLockProvider", "org.apache.curator.framework.CuratorFramework"),
				"ZooKeeper, but Apache Curator or distlock-zookeeper is",
				"io.distlock:distlock-zookeeper, which the starter includes, and org.apache.curator:curator-framework"),

		ETCD("distlock.etcd.endpoints", List.of("io.distlock.etcd.EtcdLockProvider", "io.etcd.jetcd.Client"),
				"etcd, but distlock-etcd or the client jetcd is",
				"io.distlock:distlock-etcd, which includes the client"),

		CONSUL("distlock.consul.url", List.of("io.distlock.consul.ConsulClient"), "Consul, but distlock-consul is",
				"io.distlock:distlock-consul"),

		AZURE_BLOB("distlock.azure-blob.container",
				List.of("io.distlock.azure.AzureBlobLockProvider", "com.azure.storage.blob.BlobContainerClient"),
				"Azure Blob Storage, but distlock-azure-blob is", "io.distlock:distlock-azure-blob"),

		MEMCACHED("distlock.memcached.servers", List.of("io.distlock.memcached.MemcachedLockProvider"),
				"Memcached, but distlock-memcached is", "io.distlock:distlock-memcached");

		private final String place;

		private final List<String> classes;

		private final String description;

		private final String action;

		Store(String place, List<String> classes, String description, String action) {
			this.place = place;
			this.classes = classes;
			this.description = description;
			this.action = action;
		}

	}

	/**
	 * Stands for a store that is not on the class path, so that locks do not silently go
	 * elsewhere.
	 */
	static final class Candidate implements LockProviderCandidate {

		private final String name;

		private final String place;

		private final String description;

		private final String action;

		Candidate(String name, String place, String description, String action) {
			this.name = name;
			this.place = place;
			this.description = description;
			this.action = action;
		}

		@Override
		public String name() {
			return this.name;
		}

		@Override
		public boolean isOffered() {
			return StringUtils.hasText(this.place);
		}

		@Override
		public LockProvider create() {
			throw new LockConfigurationException(
					"The locks are to be kept in %s not on the class path.".formatted(this.description),
					"Add %s, or choose another distlock.provider.".formatted(this.action));
		}

	}

}
