// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.List;

import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.unlocked.elsewhere.HiddenMethod;

/**
 * Where in a class, a parent or an interface the annotation stands.
 */
final class MethodRows extends Rows {

	private MethodRows() {
	}

	static List<Row> rows() {
		return List.of(locked("public method", Plain.class, Plain::work),
				locked("protected method", Plain.class, Plain::ofFamily),
				locked("package-private method", Plain.class, Plain::ofPackage),
				locked("overload with another parameter", Plain.class, (bean) -> bean.work(1)),
				refused("private method", PrivateMethod.class), refused("static method", StaticMethod.class),
				refused("final method", FinalMethod.class), refused("final class", FinalClass.class),
				refused("record", RecordBean.class),
				refused("package-private method of a parent in another package", HiddenChild.class),
				refused("private method of a parent", PrivateChild.class),
				refused("method of an interface, implemented by a final one", FinalImplementation.class),
				refused("toString", WithToString.class), refused("hashCode", WithHashCode.class),
				locked("method that a class inherits", Child.class, Child::work),
				locked("method that a class overrides without the annotation", Overriding.class, Overriding::work),
				locked("abstract method", OfAbstract.class, OfAbstract::work),
				locked("method of a generic parent", OfGeneric.class, (bean) -> bean.work("a")),
				locked("method of a generic parent, called as the parent", OfGeneric.class,
						(bean) -> ((Generic<String>) bean).work("a")),
				locked("method of an interface", OfInterface.class, OfInterface::work),
				locked("method of an interface, called as the interface", OfInterface.class,
						(bean) -> ((Working) bean).work()),
				locked("method of an interface above the interface", OfDeepInterface.class, OfDeepInterface::work),
				locked("method of an interface above the interface of a parent", OfDeepParent.class,
						OfDeepParent::work),
				locked("default method", OfInterface.class, OfInterface::byDefault),
				locked("default method that is overridden", OverridingDefault.class, OverridingDefault::byDefault),
				locked("method of a generic interface", OfGenericInterface.class, (bean) -> bean.handle("a")),
				locked("method of a generic interface, called as the interface", OfGenericInterface.class,
						(bean) -> ((Handler<String>) bean).handle("a")),
				locked("method of an interface, implemented by a parent that does not know it", Adopting.class,
						Adopting::work),
				locked("method of an anonymous class",
						(context) -> context.registerBean("it", Working.class, MethodRows::anonymous),
						(context) -> context.getBean(Working.class).work()),
				locked("method of a lambda's interface",
						(context) -> context.registerBean("it", Single.class, () -> Probe::look),
						(context) -> context.getBean(Single.class).work()),
				locked("method of an interface, by its class", (context) -> context.registerBean(OfInterface.class),
						(context) -> context.getBean(Working.class).work())
					.withInterfaceProxies(),
				locked("annotation on the class, method in the interface",
						(context) -> context.registerBean(OfPlainInterface.class),
						(context) -> context.getBean(PlainWorking.class).work())
					.withInterfaceProxies(),
				locked("method of an interface above the interface",
						(context) -> context.registerBean(OfDeepInterface.class),
						(context) -> context.getBean(Working.class).work())
					.withInterfaceProxies(),
				locked("final class with an interface", (context) -> context.registerBean(FinalWithInterface.class),
						(context) -> context.getBean(Working.class).work())
					.withInterfaceProxies(),
				refused("method that no interface has", NotOnInterface.class).withInterfaceProxies(),
				refused("class whose methods mention a missing class", MissingClass::register));
	}

	private static Working anonymous() {
		return new Working() {

			@Override
			public void work() {
				Probe.look();
			}

		};
	}

	interface Working {

		@DistributedLock("working")
		void work();

		@DistributedLock("default")
		default void byDefault() {
			Probe.look();
		}

	}

	interface PlainWorking {

		void work();

	}

	interface DeepWorking extends Working {

	}

	interface Handler<T> {

		@DistributedLock(name = "handler", key = "#p0")
		void handle(T command);

	}

	@FunctionalInterface
	interface Single {

		@DistributedLock("single")
		int work();

	}

	static class Plain {

		@DistributedLock("plain")
		public void work() {
			Probe.look();
		}

		@DistributedLock("plain")
		protected void ofFamily() {
			Probe.look();
		}

		@DistributedLock("plain")
		void ofPackage() {
			Probe.look();
		}

		@DistributedLock("plain")
		void work(int number) {
			Probe.look();
		}

	}

	static class PrivateMethod {

		@DistributedLock
		private void work() {
			Probe.look();
		}

	}

	static class PrivateChild extends PrivateMethod {

	}

	static class StaticMethod {

		@DistributedLock
		static void work() {
			Probe.look();
		}

	}

	static class FinalMethod {

		@DistributedLock
		final void work() {
			Probe.look();
		}

	}

	static final class FinalClass {

		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	record RecordBean() {

		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	static class HiddenChild extends HiddenMethod {

	}

	static class FinalImplementation implements Working {

		@Override
		public final void work() {
			Probe.look();
		}

	}

	static class WithToString {

		@Override
		@DistributedLock
		public String toString() {
			return "" + Probe.look();
		}

	}

	static class WithHashCode {

		@Override
		public boolean equals(Object other) {
			return other == this;
		}

		@Override
		@DistributedLock
		public int hashCode() {
			return 7;
		}

	}

	static class Child extends Plain {

	}

	static class Overriding extends Plain {

		@Override
		public void work() {
			Probe.look();
		}

	}

	abstract static class Abstract {

		@DistributedLock(name = "abstract")
		abstract void work();

	}

	static class OfAbstract extends Abstract {

		@Override
		void work() {
			Probe.look();
		}

	}

	static class Generic<T> {

		@DistributedLock(name = "generic", key = "#thing")
		void work(T thing) {
			Probe.look();
		}

	}

	static class OfGeneric extends Generic<String> {

		@Override
		void work(String thing) {
			Probe.look();
		}

	}

	static class OfInterface implements Working {

		@Override
		public void work() {
			Probe.look();
		}

	}

	static class OfPlainInterface implements PlainWorking {

		@Override
		@DistributedLock("of-plain")
		public void work() {
			Probe.look();
		}

	}

	static class OfDeepInterface implements DeepWorking {

		@Override
		public void work() {
			Probe.look();
		}

	}

	static class OfDeepParent extends OfDeepInterface {

		@Override
		public void work() {
			Probe.look();
		}

	}

	static class OverridingDefault implements Working {

		@Override
		public void work() {
			Probe.look();
		}

		@Override
		public void byDefault() {
			Probe.look();
		}

	}

	static class OfGenericInterface implements Handler<String> {

		@Override
		public void handle(String command) {
			Probe.look();
		}

	}

	static class Ignorant {

		public void work() {
			Probe.look();
		}

	}

	static class Adopting extends Ignorant implements Working {

	}

	static final class FinalWithInterface implements Working {

		@Override
		public void work() {
			Probe.look();
		}

	}

	static class NotOnInterface implements PlainWorking {

		@Override
		public void work() {
			Probe.look();
		}

		@DistributedLock
		public void other() {
			Probe.look();
		}

	}

}
