package io.distlock.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import io.distlock.LockTemplate;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.JobStores;
import io.distlock.scheduling.ledger.JobLedger;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Gives jobs the engine and the ledger of the provider that they name. Creates nothing
 * before it is asked to.
 */
final class EngineJobStores implements JobStores {

	private final ListableBeanFactory beanFactory;

	EngineJobStores(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public Optional<JobStore> find(String providerBeanName) {
		LockEngines engines = this.beanFactory.getBean(LockEngines.class);
		LockProvider provider = providerBeanName.isEmpty() ? engines.primaryProvider()
				: this.beanFactory.getBean(providerBeanName, LockProvider.class);
		if (!(provider instanceof JobLedger ledger)) {
			return Optional.empty();
		}
		LeaseSettings settings = this.beanFactory.getBean(LeaseSettings.class);
		RestartableLockEngine engine = providerBeanName.isEmpty() ? engines.primary() : engines.named(providerBeanName);
		return Optional.of(new JobStore(provider.name(), ledger, new LockTemplate(engine), settings.keyPrefix(),
				settings.nodeName()));
	}

	@Override
	public Set<String> providerNames() {
		return new LinkedHashSet<>(LockEngines.providerNames(this.beanFactory));
	}

}
