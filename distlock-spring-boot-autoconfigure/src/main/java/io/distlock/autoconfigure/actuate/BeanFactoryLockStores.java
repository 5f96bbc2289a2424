package io.distlock.autoconfigure.actuate;

import java.util.List;
import java.util.Optional;

import io.distlock.actuate.LockStores;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The stores of an application's provider beans.
 */
final class BeanFactoryLockStores implements LockStores {

	private final ConfigurableListableBeanFactory beanFactory;

	BeanFactoryLockStores(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public List<String> names() {
		return List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, LockProvider.class, true, false));
	}

	/**
	 * Creates no provider but the primary one.
	 */
	@Override
	public Optional<String> primary() {
		String[] own = this.beanFactory.getBeanNamesForType(LockProvider.class, true, false);
		if (own.length == 1) {
			return Optional.of(own[0]);
		}
		try {
			return Optional.of(this.beanFactory.resolveNamedBean(LockProvider.class).getBeanName());
		}
		catch (NoUniqueBeanDefinitionException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Creates the provider, where nothing has needed it so far.
	 */
	@Override
	public LockProvider get(String name) {
		try {
			return this.beanFactory.getBean(name, LockProvider.class);
		}
		catch (BeanCreationException ex) {
			if (ex.getMostSpecificCause() instanceof LockConfigurationException missing) {
				throw new IllegalArgumentException(missing.getDescription(), ex);
			}
			throw ex;
		}
	}

}
