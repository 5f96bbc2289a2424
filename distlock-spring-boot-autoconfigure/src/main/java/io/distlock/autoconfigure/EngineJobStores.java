// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.JobStores;
import io.distlock.scheduling.ledger.JobLedgerSource;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Gives jobs the engine and the ledger of the provider that they name. Creates nothing
 * before it is asked to.
 */
final class EngineJobStores implements JobStores {

	private final ConfigurableListableBeanFactory beanFactory;

	EngineJobStores(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public Optional<JobStore> find(String providerBeanName) {
		LockEngines engines = this.beanFactory.getBean(LockEngines.class);
		LockProvider provider = provider(engines, providerBeanName);
		if (!(provider instanceof JobLedgerSource source)) {
			return Optional.empty();
		}
		LeaseSettings settings = this.beanFactory.getBean(LeaseSettings.class);
		LeaseLockEngine engine = providerBeanName.isEmpty() ? engines.primary() : engines.engine(provider);
		return Optional.of(new JobStore(provider.name(), source.jobLedger(), new LockTemplate(engine),
				settings.keyPrefix(), settings.nodeName()));
	}

	@Override
	public String storeName(String providerBeanName) {
		return provider(this.beanFactory.getBean(LockEngines.class), providerBeanName).name();
	}

	private static LockProvider provider(LockEngines engines, String beanName) {
		LockProviders providers = engines.providers();
		return beanName.isEmpty() ? providers.primary() : providers.named(beanName);
	}

	@Override
	public Set<String> providerNames() {
		return new LinkedHashSet<>(new LockProviders(this.beanFactory).names());
	}

}
