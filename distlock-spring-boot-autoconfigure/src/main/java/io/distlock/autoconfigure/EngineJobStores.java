/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import io.distlock.LockTemplate;
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
		LockProviders providers = engines.providers();
		LockProvider provider = providerBeanName.isEmpty() ? providers.primary() : providers.named(providerBeanName);
		if (!(provider instanceof JobLedgerSource source)) {
			return Optional.empty();
		}
		LeaseSettings settings = this.beanFactory.getBean(LeaseSettings.class);
		RestartableLockEngine engine = providerBeanName.isEmpty() ? engines.primary() : engines.engine(provider);
		return Optional.of(new JobStore(provider.name(), source.jobLedger(), new LockTemplate(engine),
				settings.keyPrefix(), settings.nodeName()));
	}

	@Override
	public Set<String> providerNames() {
		return new LinkedHashSet<>(new LockProviders(this.beanFactory).names());
	}

}
