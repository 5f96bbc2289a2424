package io.distlock.autoconfigure.actuate;

import java.util.List;
import java.util.Optional;

import io.distlock.actuate.LockStores;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The stores of an application's provider beans.
 */
final class BeanFactoryLockStores implements LockStores {

	private final ListableBeanFactory beanFactory;

	BeanFactoryLockStores(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public List<String> names() {
		return List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, LockProvider.class, true, false));
	}

	@Override
	public Optional<String> primary() {
		String[] own = this.beanFactory.getBeanNamesForType(LockProvider.class, true, false);
		if (own.length == 1) {
			return Optional.of(own[0]);
		}
		LockProvider primary = this.beanFactory.getBeanProvider(LockProvider.class).getIfUnique();
		return (primary != null) ? nameOf(primary) : Optional.empty();
	}

	private Optional<String> nameOf(LockProvider provider) {
		return BeanFactoryUtils.beansOfTypeIncludingAncestors(this.beanFactory, LockProvider.class, true, false)
			.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() == provider)
			.map((entry) -> entry.getKey())
			.findFirst();
	}

	@Override
	public LockProvider get(String name) {
		return this.beanFactory.getBean(name, LockProvider.class);
	}

}
